// Messages between processes, one kind of operation per part.
// MEASURE: builtin.module(convert-to-llvm)
// MEASURE: builtin.module(convert-to-llvm{filter-dialects=func,arith,memref,mpi},reconcile-unrealized-casts)
// MEASURE: builtin.module(canonicalize,cse,convert-to-llvm,reconcile-unrealized-casts)

module attributes {dlti.map = #dlti.map<"MPI:Implementation" = "MPICH">} {
  func.func @start() -> i32 {
    %e = mpi.init : !mpi.retval
    %comm = mpi.comm_world : !mpi.comm
    %rank = mpi.comm_rank(%comm) : i32
    mpi.finalize
    return %rank : i32
  }
}

// -----

module attributes {dlti.map = #dlti.map<"MPI:Implementation" = "MPICH">} {
  func.func @ring(%m: memref<100xf32>, %to: i32, %tag: i32) {
    %comm = mpi.comm_world : !mpi.comm
    mpi.send(%m, %tag, %to, %comm) : memref<100xf32>, i32, i32
    mpi.recv(%m, %tag, %to, %comm) : memref<100xf32>, i32, i32
    return
  }
}

// -----

module attributes {dlti.map = #dlti.map<"MPI:Implementation" = "MPICH">} {
  func.func @sum(%from: memref<?xf64>, %to: memref<?xf64>) {
    %comm = mpi.comm_world : !mpi.comm
    %e = mpi.allreduce(%from, %to, MPI_SUM, %comm) : memref<?xf64>, memref<?xf64> -> !mpi.retval
    return
  }
}

// -----

module attributes {dlti.map = #dlti.map<"MPI:Implementation" = "MPICH">} {
  func.func @size() -> i32 {
    %comm = mpi.comm_world : !mpi.comm
    %size = mpi.comm_size(%comm) : i32
    mpi.barrier(%comm)
    return %size : i32
  }
}

// -----

module attributes {dlti.map = #dlti.map<"MPI:Implementation" = "MPICH">} {
  func.func @failed() -> i1 {
    %e = mpi.init : !mpi.retval
    %b = mpi.retval_check %e = <MPI_SUCCESS> : i1
    mpi.finalize
    return %b : i1
  }
}
