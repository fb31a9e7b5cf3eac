/** The payment partners: the sandbox's first if it runs, then the gateways of the settings, then the product's own chain. */
import { sandboxApiKey } from '#sandbox/main.ts'
import type { PaymentMethod } from '#contract/payments.ts'
import type { Settings } from '../../settings.ts'
import { nameApart } from './name-apart.ts'
import type { PaymentPartner } from './port.ts'
import { findProtocol } from './protocols.ts'
import { createSandboxPay } from './sandbox-pay.ts'

export function paymentPartnersOf(
  { payments, sandbox }: Pick<Settings, 'payments' | 'sandbox'>,
  chain: PaymentPartner | null,
): PaymentPartner[] {
  const first = sandbox.isEnabled ? [sandboxPartner(sandbox, chain)] : []
  const last = chain ? [chain] : []
  const gateways = nameApart(payments.gateways, [...first, ...last])
  return [...first, ...gateways.map((gateway) => findProtocol(gateway.protocol)!.connect(gateway)), ...last]
}

/** A currency of the product's own chain needs no simulated crypto transfer beside the real one. */
function sandboxPartner({ url, secret }: Settings['sandbox'], chain: PaymentPartner | null): PaymentPartner {
  const partner = createSandboxPay({ apiUrl: url, apiKey: sandboxApiKey(secret), webhookSecrets: [secret] })
  if (!chain) return partner
  const without = (methods: PaymentMethod[], onChain: PaymentMethod[]) =>
    onChain.length > 0 ? methods.filter(({ kind }) => kind !== 'crypto') : methods
  return {
    ...partner,
    depositMethods: (query) => without(partner.depositMethods(query), chain.depositMethods(query)),
    withdrawalMethods: (query) => without(partner.withdrawalMethods(query), chain.withdrawalMethods(query)),
  }
}
