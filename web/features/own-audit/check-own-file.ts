/** Audits a player's own file in a worker, so that the page stays responsive. */
import type { AuditAnswer, AuditQuestion } from './audit-worker.ts'

/** Ends with the signal, for which it throws. */
export async function checkOwnFile(question: AuditQuestion, signal: AbortSignal): Promise<AuditAnswer> {
  signal.throwIfAborted()
  const worker = new Worker(new URL('./audit-worker.ts', import.meta.url), { type: 'module' })
  try {
    return await new Promise<AuditAnswer>((resolve, reject) => {
      worker.addEventListener('message', ({ data }: MessageEvent<AuditAnswer>) => resolve(data), { once: true })
      worker.addEventListener('error', () => reject(new Error('The file could not be audited')), { once: true })
      signal.addEventListener('abort', () => reject(signal.reason as Error), { once: true })
      worker.postMessage(question, [])
    })
  } finally {
    worker.terminate()
  }
}
