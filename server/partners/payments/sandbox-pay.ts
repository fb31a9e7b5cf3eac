/** The adapter of the sandbox partner, which uses this product's own protocol. */
import { createGenericPay, type GenericPayOptions } from './generic.ts'
import type { PaymentPartner } from './port.ts'
import { depositMethods, withdrawalMethods } from './sandbox-methods.ts'
import { methodNames } from './sandbox-texts.ts'

export const sandboxName = 'sandbox'

export function createSandboxPay(
  options: Pick<GenericPayOptions, 'apiUrl' | 'apiKey' | 'noticeSecrets' | 'timeoutMs'>,
): PaymentPartner {
  return createGenericPay({
    ...options,
    name: sandboxName,
    signatureHeader: 'sandbox-signature',
    offers: {
      depositMethods: ({ currency, country }) => depositMethods(currency, country),
      withdrawalMethods: ({ currency }) => withdrawalMethods(currency),
      methodNames: (method) => methodNames[method] ?? { en: method },
    },
  })
}
