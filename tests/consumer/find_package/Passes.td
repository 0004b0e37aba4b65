// A consumer's passes, with a contract.
include "mlir/Pass/PassBase.td"
include "bundles/contracts/PassContract.td"

def AcmePad : Pass<"acme-pad">, PassContract {
  let summary = "Pad buffers";
  let after = [PassNamed<"cse">];
}
