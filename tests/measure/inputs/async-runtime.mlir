// Async tokens that are returned, and that are used up.
// MEASURE: builtin.module(async-runtime-ref-counting)

func.func @created() -> !async.token {
  %t = async.runtime.create : !async.token
  async.runtime.set_available %t : !async.token
  return %t : !async.token
}

// -----

func.func @awaited() {
  %t = async.runtime.create : !async.token
  async.runtime.set_available %t : !async.token
  async.runtime.await %t : !async.token
  return
}
