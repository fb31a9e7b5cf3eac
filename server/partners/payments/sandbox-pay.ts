/** The adapter of the sandbox partner, which uses this product's own protocol. */
import { createGenericPay, type GenericPayOptions } from './generic.ts'
import type { PaymentPartner } from './port.ts'
import { sandboxSlug } from './protocol.ts'
import { depositMethods, withdrawalMethods } from './sandbox-methods.ts'
import { methodNames } from './sandbox-texts.ts'

export function createSandboxPay(
  options: Pick<GenericPayOptions, 'apiUrl' | 'apiKey' | 'webhookSecrets' | 'timeoutMs'>,
): PaymentPartner {
  return createGenericPay({
    ...options,
    slug: sandboxSlug,
    signatureHeader: 'sandbox-signature',
    offers: {
      depositMethods: ({ currency, country }) => depositMethods(currency, country),
      withdrawalMethods: ({ currency, country }) => withdrawalMethods(currency, country),
      methodNames: (method) => methodNames[method] ?? { en: method },
      gatewayMethod: (method) => method,
    },
  })
}
