/** One HTTP call to a carrier with a time limit, its response mapped to the port's results. */
import { ok, refuse, type Result } from '#contract/endpoint.ts'
import type { SmsFault } from './port.ts'

export type CarrierCall = {
  name: string
  url: string
  headers: Record<string, string>
  body: string
  timeoutMs: number
  /** True if this response is final for the message. */ isFinal(status: number): boolean
}

export async function callCarrier({
  name,
  url,
  headers,
  body,
  timeoutMs,
  isFinal,
}: CarrierCall): Promise<Result<void, SmsFault>> {
  try {
    // A redirect would send the message and the credentials to an address that nobody configured.
    const answer = await fetch(url, {
      method: 'POST',
      redirect: 'manual',
      signal: AbortSignal.timeout(timeoutMs),
      headers,
      body,
    })
    const reply = await readSome(answer)
    if (answer.ok) return ok()
    return refuse(isFinal(answer.status) ? 'refused' : 'unavailable', {
      message: `${name} answered ${answer.status} ${reply}`.trim(),
    })
  } catch (error) {
    return refuse('unavailable', { message: `Cannot reach ${name}: ${(error as Error).name}` })
  }
}

/** The beginning of the response body, for the operator's log; the rest is not read. */
async function readSome(answer: Response): Promise<string> {
  const reader = answer.body?.getReader()
  if (!reader) return ''
  let text = ''
  for (const decoder = new TextDecoder(); text.length < 300;) {
    const { done, value } = await reader.read()
    if (done) return text
    text += decoder.decode(value, { stream: true })
  }
  await reader.cancel()
  return text.slice(0, 300)
}
