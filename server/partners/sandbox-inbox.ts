/** The sandbox as carrier of mails and text messages, which appear in its inbox only. */
import { ok, refuse, type Result } from '#contract/endpoint.ts'
import * as HttpStatus from '#contract/statuses.ts'
import { isPlain, notPlain } from './email/plain-mail.ts'
import type { MailPort } from './email/port.ts'
import type { SmsPort } from './sms/port.ts'

export type SandboxInboxOptions = { apiUrl: string; apiKey: string; timeoutMs?: number }

export function createSandboxInbox(options: SandboxInboxOptions): { mail: MailPort; sms: SmsPort } {
  return {
    mail: {
      name: 'sandbox',
      async send(mail) {
        const { id, to, replyTo, subject, html, text } = mail
        return isPlain(mail)
          ? put(options, { id, channel: 'email', to, replyTo, subject, html, text })
          : refuse('refused', { message: notPlain })
      },
      close: async () => {},
    },
    sms: { name: 'sandbox', send: ({ id, to, text }) => put(options, { id, channel: 'sms', to, text }) },
  }
}

async function put(
  { apiUrl, apiKey, timeoutMs = 8000 }: SandboxInboxOptions,
  message: Record<string, string | undefined>,
): Promise<Result<void, 'refused' | 'unavailable'>> {
  try {
    const answer = await fetch(`${apiUrl}/v1/messages`, {
      method: 'POST',
      redirect: 'error',
      signal: AbortSignal.timeout(timeoutMs),
      headers: { authorization: `Bearer ${apiKey}`, 'content-type': 'application/json' },
      body: JSON.stringify(message),
    })
    await answer.arrayBuffer()
    if (answer.ok) return ok()
    return refuse(
      answer.status === HttpStatus.unprocessable || answer.status === HttpStatus.badRequest ? 'refused' : 'unavailable',
      {
        message: `The sandbox answered ${answer.status}`,
      },
    )
  } catch (error) {
    return refuse('unavailable', { message: `Cannot reach the sandbox: ${(error as Error).name}` })
  }
}
