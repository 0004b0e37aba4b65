// Passes of tests, with contracts that are registered with the test program.
include "mlir/Pass/PassBase.td"
include "bundles/contracts/PassContract.td"

def Ready : IRProperty<"test-ready", "What the tests use is there">;

def TestPrepare : Pass<"test-prepare", "ModuleOp">, PassContract {
  let summary = "Make it ready";
  let provides = [PropertyNamed<"test-ready">];
}

def TestUse : Pass<"test-use", "ModuleOp">, PassContract {
  let summary = "Use what is ready";
  let after = [PassNamed<"test-prepare", "it uses what that makes", 0, Always, 1>];
  let requires = [PropertyNamed<"test-ready">];
}

def TestTwice : Pass<"test-twice", "ModuleOp">, PassContract {
  let before = [PassNamed<"cse">];
}
