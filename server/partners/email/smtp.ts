/** Mails by SMTP, over a few kept connections. */
import nodemailer from 'nodemailer'
import { ok, refuse, type Result } from '#contract/endpoint.ts'
import { isPlain, notPlain } from './plain-mail.ts'
import type { MailFault, MailPort } from './port.ts'

export type SmtpOptions = {
  /** `smtp://user:password@host:587` (STARTTLS where the server offers it) or `smtps://…:465`; nodemailer's options may stand in its query. */
  url: string
  /** `Name <address>`. */
  from: string
  timeoutMs?: number
}

export function createSmtp({ url, from, timeoutMs = 20_000 }: SmtpOptions): MailPort {
  const transport = nodemailer.createTransport({
    url,
    pool: true,
    maxConnections: 4,
    maxMessages: 100,
    connectionTimeout: timeoutMs / 2,
    greetingTimeout: timeoutMs / 2,
    socketTimeout: timeoutMs,
    dnsTimeout: timeoutMs / 2,
    // Nothing in a mail may make this process read a file or fetch an address.
    disableFileAccess: true,
    disableUrlAccess: true,
  } as Parameters<typeof nodemailer.createTransport>[0])
  const domain = domainOf(from)
  return {
    name: 'smtp',
    async send(mail) {
      if (!isPlain(mail)) return refuse('refused', { message: notPlain })
      return within(
        timeoutMs,
        transport.sendMail({
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
          },
        }),
      )
    },
    close: async () => transport.close(),
  }
}

function domainOf(from: string): string {
  return /@([^\s<>@]+)>?\s*$/.exec(from)?.[1] ?? 'localhost'
}

/** The pool waits for a free connection without an end of its own. A mail that goes out after this has its successor's Message-ID. */
async function within(timeoutMs: number, sending: Promise<unknown>): Promise<Result<void, MailFault>> {
  let timer: NodeJS.Timeout | undefined
  const late = new Promise<Result<void, MailFault>>((resolve) => {
    timer = setTimeout(
      () => resolve(refuse('unavailable', { message: `The mail server took longer than ${timeoutMs} ms` })),
      timeoutMs,
    )
  })
  try {
    return await Promise.race([sending.then(() => ok(), judge), late])
  } finally {
    clearTimeout(timer)
  }
}

/** 5yz is the server's last word about this mail; 4yz, a broken connection or a refused sign-in may pass. */
function judge(error: { responseCode?: number; code?: string; message: string }): Result<void, MailFault> {
  const isFinal = error.code !== 'EAUTH' && error.code !== 'ETLS' && (error.responseCode ?? 0) >= 500
  const isUnusable = error.code === 'EENVELOPE' && error.responseCode === undefined
  return refuse(isFinal || isUnusable ? 'refused' : 'unavailable', {
    message: `${error.code ?? 'error'} ${error.responseCode ?? ''} ${error.message}`.slice(0, 200),
  })
}
