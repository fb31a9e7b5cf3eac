/**
 * Text messages by Twilio's REST API. It has no idempotency key: a message whose response was lost may be sent twice.
 */
import * as HttpStatus from '#contract/statuses.ts'
import { callCarrier } from './call.ts'
import type { SmsPort } from './port.ts'

/** `from` is a number with its plus, a messaging service (MG…) or a sender's name. */
export type TwilioOptions = { url: string; accountSid: string; authToken: string; from: string; timeoutMs?: number }

export function createTwilio({ url, accountSid, authToken, from, timeoutMs = 15_000 }: TwilioOptions): SmsPort {
  const sender: [string, string] = /^MG[0-9a-fA-F]{32}$/.test(from) ? ['MessagingServiceSid', from] : ['From', from]
  return {
    name: 'twilio',
    send: ({ to, text }) =>
      callCarrier({
        name: 'Twilio',
        url: `${url}/2010-04-01/Accounts/${accountSid}/Messages.json`,
        timeoutMs,
        headers: {
          authorization: `Basic ${Buffer.from(`${accountSid}:${authToken}`).toString('base64')}`,
          'content-type': 'application/x-www-form-urlencoded',
        },
        body: new URLSearchParams([['To', `+${to}`], sender, ['Body', text]]).toString(),
        // 400 concerns this message: not a number, not a mobile, unsubscribed. 401 to 404 concern the account, which
        // the operator must fix.
        isFinal: (status) => status === HttpStatus.badRequest,
      }),
  }
}
