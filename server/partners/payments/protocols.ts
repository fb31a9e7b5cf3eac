/** The protocols that a gateway can have. Each is a file and its line here (docs/guides/payment-partner.md). */
import { btcpay } from './btcpay.ts'
import { generic } from './generic.ts'
import type { Protocol } from './protocol.ts'

const protocols = [generic, btcpay]

export const protocolNames = protocols.map(({ name }) => name)

export function findProtocol(name: unknown): Protocol | undefined {
  return protocols.find((protocol) => protocol.name === name)
}
