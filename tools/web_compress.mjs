// Write a Brotli copy beside every file that is named on the standard input, one per line: name.br.
// --best FILE: of this one, as small as can be.
import { readFileSync, renameSync, writeFileSync } from "node:fs";
import { brotliCompressSync, constants } from "node:zlib";

function shrink(name, quality) {
  const whole = readFileSync(name);
  const params = {
    [constants.BROTLI_PARAM_QUALITY]: quality,
    [constants.BROTLI_PARAM_LGWIN]: 24,
    [constants.BROTLI_PARAM_SIZE_HINT]: whole.length,
  };
  // A copy that has its name is whole, whenever somebody stops this.
  writeFileSync(`${name}.br.part`, brotliCompressSync(whole, { params }));
  renameSync(`${name}.br.part`, `${name}.br`);
}

const [option, file] = process.argv.slice(2);
if (option === "--best") shrink(file, constants.BROTLI_MAX_QUALITY);
else for (const name of readFileSync(0, "utf-8").split("\n").filter(Boolean)) shrink(name, 9);
