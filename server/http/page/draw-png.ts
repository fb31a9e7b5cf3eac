/**
 * Draws an SVG as PNG in a separate thread: a picture takes up to a second, during which the server must answer calls.
 */
import { Worker } from 'node:worker_threads'
import { Slots } from '../../kernel/http/slots.ts'

export type PngJob = { svg: string; width: number }
export type PngDone = { png: Uint8Array } | { fault: string }

const slots = new Slots(1, 50)

/** Throws for an SVG that cannot be drawn, and `Busy` if too many wait. */
export function drawPng(job: PngJob): Promise<Buffer> {
  return slots.run(
    () =>
      new Promise((resolve, reject) => {
        const thread = new Worker(new URL('./draw-png-worker.ts', import.meta.url), { workerData: job })
        thread.once('message', (done: PngDone) =>
          'png' in done ? resolve(Buffer.from(done.png)) : reject(new Error(done.fault)),
        )
        thread.once('error', (error) => reject(error as Error))
        thread.once('exit', (code) => reject(new Error(`The drawing thread exited with ${code}`)))
      }),
  )
}

export type Picture = { bytes: Buffer; type: string }

/** Embeds a picture in an SVG, fitted into the box with its proportions. */
export function placed({ bytes, type }: Picture, box: { x: number; y: number; width: number; height: number }): string {
  const { x, y, width, height } = box
  return `<image x="${x}" y="${y}" width="${width}" height="${height}" preserveAspectRatio="xMidYMid meet" href="data:${type};base64,${bytes.toString('base64')}"/>`
}

export function svgOf(width: number, height: number, content: string): string {
  return `<svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 ${width} ${height}">${content}</svg>`
}
