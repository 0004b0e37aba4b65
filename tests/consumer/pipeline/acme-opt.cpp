// A tool like mlir-opt that has the pipelines of its project.
#include "cpu.pipeline.h"
#include "gpu-late.pipeline.h"
#include "mlir/Dialect/Func/IR/FuncOps.h"
#include "mlir/Tools/mlir-opt/MlirOptMain.h"
#include "mlir/Transforms/Passes.h"

#ifdef OTHER
struct OtherOptions : mlir::PassPipelineOptions<OtherOptions> {
  Option<std::string> variant{*this, "variant"};
};
#endif

int main(int argc, char **argv) {
  mlir::registerTransformsPasses();
#ifdef OTHER
  mlir::PassPipelineRegistration<OtherOptions> other(
      "cpu", "", [](mlir::OpPassManager &pm, const OtherOptions &) {
        pm.addPass(mlir::createCSEPass());
      });
#else
  llvm::cantFail(acme::registerCpuPipeline());
#endif
  llvm::cantFail(acme::registerGpuLatePipeline());
  mlir::DialectRegistry registry;
  registry.insert<mlir::func::FuncDialect>();
  return mlir::asMainReturnCode(
      mlir::MlirOptMain(argc, argv, "acme", registry));
}
