/** The thread's side: draws one picture and ends. */
import { readFile } from 'node:fs/promises'
import { createRequire } from 'node:module'
import { parentPort, workerData } from 'node:worker_threads'
import { initWasm, Resvg } from '@resvg/resvg-wasm'
import type { PngDone, PngJob } from './draw-png.ts'

const { svg, width } = workerData as PngJob
const done = (message: PngDone) => parentPort!.postMessage(message)
try {
  await initWasm(await readFile(createRequire(import.meta.url).resolve('@resvg/resvg-wasm/index_bg.wasm')))
  const drawing = new Resvg(svg, { fitTo: { mode: 'width', value: width }, font: { loadSystemFonts: false } })
  done({ png: drawing.render().asPng() })
} catch (error) {
  done({ fault: String(error) })
}
