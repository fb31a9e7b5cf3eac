/** Structured logs that never contain a token, a phone number, a password or a document. */
import { pino, type Logger } from 'pino'

const secrets = [
  'password',
  'password_confirmation',
  'token',
  'accessToken',
  'authorization',
  'cookie',
  'phone',
  'code',
  'secret',
  'email',
  'document',
  'signature',
]

export function createLog(level: string, isPretty = false): Logger {
  return pino({
    level,
    redact: {
      paths: secrets.flatMap((name) => [name, `*.${name}`, `*.*.${name}`, `req.headers.${name}`]),
      censor: '[redacted]',
    },
    serializers: { err: pino.stdSerializers.err },
    ...(isPretty ? {} : { timestamp: pino.stdTimeFunctions.isoTime }),
  })
}
