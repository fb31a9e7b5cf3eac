/**
 * Reads the messages sent by a `testApp`, whose worker runs on request, or received by the sandbox of a running site.
 */
import { readFile } from 'node:fs/promises'
import { join } from 'node:path'
import { ok } from '#contract/endpoint.ts'
import { sandboxApiKey } from '#sandbox/main.ts'
import { deliverDue } from '#server/messaging/deliveries/deliver.ts'
import { processMailRequests } from '#server/identity/mail-requests/mail-requests.ts'
import type { Partners } from '#server/partners/partners.ts'
import { deriveKey } from '#server/kernel/secret.ts'
import type { TestApp } from './app.ts'
import type { Site } from './site.ts'

export type TestMessage = {
  /** The same for every copy of one message. */
  id: string
  channel: 'email' | 'sms'
  to: string
  replyTo: string | undefined
  subject: string
  text: string
  html: string
  /** URLs in the text, in order, without duplicates. */
  links: string[]
  /** The first run of six digits or capitals in the format of a code, or null. */
  code: string | null
}

export type Inbox = {
  /** The oldest unread message to this address or phone. Fails if none arrives. */
  next(wanted: { to: string }): Promise<TestMessage>
  /** All messages to this address or phone, read or not, oldest first. */
  all(wanted: { to: string }): Promise<TestMessage[]>
}

export function inboxOf(source: TestApp | Site): Inbox {
  const read = new Set<string>()
  const all = async ({ to }: { to: string }) =>
    ('deps' in source ? await fromApp(source) : await fromSite(source)).filter((message) => message.to === to)
  // A running site sends on its own, so its messages are awaited; an app has sent everything when its worker returns.
  const deadline = 'deps' in source ? 0 : 10_000
  return {
    all,
    async next(wanted) {
      for (const until = Date.now() + deadline; ;) {
        const found = (await all(wanted)).find(({ id }) => !read.has(id))
        if (found) {
          read.add(found.id)
          return found
        }
        if (Date.now() >= until) throw new Error(`No message came to ${wanted.to}`)
        await new Promise((resolve) => setTimeout(resolve, 50))
      }
    },
  }
}

/** Carriers that store what they receive. */
export function captureMessages(messages: TestMessage[]): Pick<Partners, 'mail' | 'sms'> {
  return {
    mail: {
      name: 'test',
      close: async () => {},
      async send({ id, to, replyTo, subject, text, html }) {
        messages.push(message({ id, channel: 'email', to, replyTo, subject, text, html }))
        return ok()
      },
    },
    sms: {
      name: 'test',
      async send({ id, to, text }) {
        messages.push(message({ id, channel: 'sms', to, text }))
        return ok()
      },
    },
  }
}

async function fromApp({ deps, messages }: TestApp): Promise<TestMessage[]> {
  await processMailRequests(deps)
  await deliverDue(deps)
  return messages
}

async function fromSite({ sandboxUrl, dataDir }: Site): Promise<TestMessage[]> {
  const secret = (await readFile(join(dataDir, 'secret'), 'utf8')).trim()
  const answer = await fetch(`${sandboxUrl}/v1/messages`, {
    headers: { authorization: `Bearer ${sandboxApiKey(deriveKey(secret, 'sandbox'))}` },
  })
  if (!answer.ok) throw new Error(`The sandbox answered ${answer.status}`)
  return ((await answer.json()) as Array<Parameters<typeof message>[0]>).map(message).toReversed()
}

function message({
  subject = '',
  html = '',
  replyTo,
  ...rest
}: Pick<TestMessage, 'id' | 'channel' | 'to' | 'text'> & Partial<TestMessage>): TestMessage {
  return {
    ...rest,
    replyTo,
    subject,
    html,
    links: [...new Set(rest.text.match(/https?:\/\/[^\s<>"]+/g) ?? [])],
    code: /(?<![\w#@])(\d{6}|[A-Z0-9]{6})(?!\w)/.exec(rest.text)?.[1] ?? null,
  }
}
