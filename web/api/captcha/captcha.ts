/** Gets a challenge and solves it in a worker, so that the page stays responsive. */
import { api } from '../client.ts'

export async function solveCaptcha(): Promise<string> {
  const { challenge, difficulty } = await api('GET /api/player/captcha')
  const worker = new Worker(new URL('./captcha-worker.ts', import.meta.url), { type: 'module' })
  try {
    return await new Promise<string>((resolve, reject) => {
      worker.addEventListener('message', ({ data }: MessageEvent<string>) => resolve(data), { once: true })
      worker.addEventListener('error', () => reject(new Error('The captcha could not be solved')), { once: true })
      worker.postMessage({ challenge, difficulty }, [])
    })
  } finally {
    worker.terminate()
  }
}
