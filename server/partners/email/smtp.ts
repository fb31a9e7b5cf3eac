/** Sends mail by SMTP over a small pool of connections. */
import type nodemailer from 'nodemailer'
import { ok, refuse, type Result } from '#contract/endpoint.ts'
import * as HttpStatus from '#contract/statuses.ts'
import { isPlain, notPlain } from './plain-mail.ts'
import type { MailFault, MailPort } from './port.ts'

export type SmtpOptions = {
  /**
   * `smtp://user:password@host:587` (STARTTLS if the server offers it) or `smtps://…:465`; the query may contain
   * nodemailer options.
   */
  url: string
  /** `Name <address>`. */
  from: string
  timeoutMs?: number
}

export function createSmtp({ url, from, timeoutMs = 20_000 }: SmtpOptions): MailPort {
  const parameters = {
    url,
    pool: true,
    maxConnections: 4,
    maxMessages: 100,
    connectionTimeout: timeoutMs / 2,
    greetingTimeout: timeoutMs / 2,
    socketTimeout: timeoutMs,
    dnsTimeout: timeoutMs / 2,
    // A mail whose connection was lost may have been accepted, so only the queue repeats it, with its delays.
    maxRequeues: 0,
    // The contents of a mail must never cause this process to read a file or fetch a URL.
    disableFileAccess: true,
    disableUrlAccess: true,
  } as Parameters<typeof nodemailer.createTransport>[0]
  let opening: Promise<ReturnType<typeof nodemailer.createTransport>> | undefined
  /** The library is loaded with the first mail, because most processes send none. */
  const transport = () =>
    (opening ??= import('nodemailer').then((loaded) => loaded.default.createTransport(parameters)))
  const domain = domainOf(from)
  return {
    name: 'smtp',
    async send(mail) {
      if (!isPlain(mail)) return refuse('refused', { message: notPlain })
      // The pool waits for a free connection without a time limit, and might send the mail after the queue repeated it.
      const signal = AbortSignal.timeout(timeoutMs)
      const sender = await transport()
      return sender
        .sendMail({
          signal,
          from,
          to: { name: '', address: mail.to },
          ...(mail.replyTo ? { replyTo: { name: '', address: mail.replyTo } } : {}),
          subject: mail.subject,
          text: mail.text,
          html: mail.html,
          messageId: `<${mail.id}@${domain}>`,
          headers: {
            'Auto-Submitted': 'auto-generated',
            'X-Auto-Response-Suppress': 'All',
            'Content-Language': mail.locale,
            ...(mail.unsubscribe && {
              'List-Unsubscribe': `<${mail.unsubscribe}>`,
              'List-Unsubscribe-Post': 'List-Unsubscribe=One-Click',
            }),
          },
        })
        .then(
          () => ok(),
          (error) => (signal.aborted ? tooLate(timeoutMs) : classify(error)),
        )
    },
    close: async () => (await opening)?.close(),
  }
}

function domainOf(from: string): string {
  return /@([^\s<>@]+)>?\s*$/.exec(from)?.[1] ?? 'localhost'
}

function tooLate(timeoutMs: number): Result<void, MailFault> {
  return refuse('unavailable', { message: `The mail server took longer than ${timeoutMs} ms` })
}

/** 5yz is the server's final answer for this mail; 4yz, a lost connection or a failed login may be temporary. */
function classify(error: { responseCode?: number; code?: string; message: string }): Result<void, MailFault> {
  const isFinal =
    error.code !== 'EAUTH' && error.code !== 'ETLS' && (error.responseCode ?? 0) >= HttpStatus.internalServerError
  const isUnusable = error.code === 'EENVELOPE' && error.responseCode === undefined
  return refuse(isFinal || isUnusable ? 'refused' : 'unavailable', {
    message: `${error.code ?? 'error'} ${error.responseCode ?? ''} ${error.message}`.slice(0, 200),
  })
}
