/** The configured payment partners: the sandbox's first if it runs, then the real ones. */
import { sandboxApiKey } from '#sandbox/main.ts'
import type { PaymentMethod } from '#contract/payments.ts'
import type { Settings } from '../../settings.ts'
import { createBtcpay } from './btcpay.ts'
import { createGenericPay } from './generic.ts'
import { readOffers } from './offers-file.ts'
import type { PaymentPartner } from './port.ts'
import { createSandboxPay, sandboxName } from './sandbox-pay.ts'

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

/** A currency of the product's own chain needs no simulated crypto transfer beside the real one. */
export function withChain(partners: PaymentPartner[], chain: PaymentPartner | null): PaymentPartner[] {
  if (!chain) return partners
  const joined = partners.map((partner): PaymentPartner => {
    if (partner.name !== sandboxName) return partner
    const without = (methods: PaymentMethod[], onChain: PaymentMethod[]) =>
      onChain.length > 0 ? methods.filter(({ kind }) => kind !== 'crypto') : methods
    return {
      ...partner,
      depositMethods: (query) => without(partner.depositMethods(query), chain.depositMethods(query)),
      withdrawalMethods: (query) => without(partner.withdrawalMethods(query), chain.withdrawalMethods(query)),
    }
  })
  return [...joined, chain]
}
