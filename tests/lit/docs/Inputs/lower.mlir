// PMB: contents=linalg.matmul,'!tensor' expect=llvm-ir
// RUN: mlir-opt %s -convert-linalg-to-loops -one-shot-bufferize | \
// RUN:   mlir-opt --pass-pipeline='builtin.module(convert-to-llvm)' | FileCheck %s
