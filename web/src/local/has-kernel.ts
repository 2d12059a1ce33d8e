/** Whether the kernel runs in this browser. The worker imports this too, so nothing here may need a page. */

/** A function that returns a vector: only engines with SIMD take this module, as they take the kernel. */
// prettier-ignore
const VECTOR = new Uint8Array([
  0, 97, 115, 109, 1, 0, 0, 0, // the header
  1, 5, 1, 96, 0, 1, 123, // its type: nothing in, a v128 out
  3, 2, 1, 0,
  10, 8, 1, 6, 0, 65, 0, 253, 15, 11, // i32.const 0, i8x16.splat
]);

/** Whether this build has the kernel and this browser can run it. */
export const hasKernel = "kernel.wasm" in __PYTHON__.files && globalThis.WebAssembly?.validate(VECTOR) === true;
