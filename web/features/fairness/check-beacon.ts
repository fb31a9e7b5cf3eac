/** Verifies a beacon's signature in a worker, so that the page stays responsive, and other pages do not load the curve. */
import type { BeaconQuestion } from './beacon-worker.ts'

export async function isGenuineInWorker(question: BeaconQuestion): Promise<boolean> {
  const worker = new Worker(new URL('./beacon-worker.ts', import.meta.url), { type: 'module' })
  try {
    return await new Promise<boolean>((resolve, reject) => {
      worker.addEventListener('message', ({ data }: MessageEvent<boolean>) => resolve(data), { once: true })
      worker.addEventListener('error', () => reject(new Error('The signature could not be verified')), { once: true })
      worker.postMessage(question, [])
    })
  } finally {
    worker.terminate()
  }
}
