/* A program in C that knows nothing of this build tree. */
#include <pmb-c/pmb-c.h>
#include <stdio.h>

static void print(PmbStringRef text, void *userData) {
  fwrite(text.data, 1, text.length, userData);
}

int main(void) {
  PmbStringRef empty = pmbStringRefCreateFromCString("");
  PmbCatalog catalog = pmbCatalogCreate();
  PmbPipeline pipeline = pmbPipelineParse(
      catalog, pmbStringRefCreateFromCString("builtin.module(cse)"), empty,
      empty, NULL);
  PmbLogicalResult result =
      pmbPipelinePrint(pipeline, empty, print, stdout, NULL);
  pmbPipelineDestroy(pipeline);
  pmbCatalogDestroy(catalog);
  return pmbLogicalResultIsFailure(result);
}
