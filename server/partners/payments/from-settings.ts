/** The configured payment partners: the sandbox's first if it runs, then the real ones. */
import { sandboxApiKey } from '#sandbox/main.ts'
import type { Settings } from '../../settings.ts'
import { createBtcpay } from './btcpay.ts'
import { createGenericPay } from './generic.ts'
import { readOffers } from './offers-file.ts'
import type { PaymentPartner } from './port.ts'
import { createSandboxPay } from './sandbox-pay.ts'

export function paymentPartnersOf({
  payments: { generic, btcpay },
  sandbox,
}: Pick<Settings, 'payments' | 'sandbox'>): PaymentPartner[] {
  return [
    ...(sandbox.isEnabled
      ? [
          createSandboxPay({
            apiUrl: sandbox.url,
            apiKey: sandboxApiKey(sandbox.secret),
            noticeSecrets: [sandbox.secret],
          }),
        ]
      : []),
    ...(generic ? [createGenericPay({ ...generic, offers: readOffers(generic.methodsPath) })] : []),
    ...(btcpay ? [createBtcpay(btcpay)] : []),
  ]
}
