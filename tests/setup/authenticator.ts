/** Passkeys without a browser: creates and signs the data that an authenticator, or a forger, would. */
import { createHash, generateKeyPairSync, randomBytes, sign } from 'node:crypto'

const sha256 = (data: string | Buffer) => createHash('sha256').update(data).digest()
const base64url = (data: Buffer) => data.toString('base64url')

export type Ceremony = {
  challenge: string
  origin?: string
  partyId?: string
  isVerified?: boolean
  counter?: number
  userHandle?: string
}

export function authenticator({ origin = 'http://localhost:3000', partyId = 'localhost' } = {}) {
  const { publicKey, privateKey } = generateKeyPairSync('ec', { namedCurve: 'P-256' })
  const id = randomBytes(32)
  const jwk = publicKey.export({ format: 'jwk' })
  const [x, y] = [jwk.x!, jwk.y!].map((text) => Buffer.from(text, 'base64url')) as [Buffer, Buffer]
  // The key is in COSE: EC2, ES256, P-256, x, y.
  const key = Buffer.concat([Buffer.from('a5010203262001215820', 'hex'), x, Buffer.from('225820', 'hex'), y])
  let count = 0

  const clientData = (type: string, of: Ceremony) =>
    Buffer.from(JSON.stringify({ type, challenge: of.challenge, origin: of.origin ?? origin, crossOrigin: false }))
  const authenticatorData = (of: Ceremony, flags: number) => {
    const counter = Buffer.alloc(4)
    counter.writeUInt32BE(of.counter ?? ++count)
    return Buffer.concat([
      sha256(of.partyId ?? partyId),
      Buffer.from([flags | (of.isVerified === false ? 0 : 4)]),
      counter,
    ])
  }
  const shared = { id: base64url(id), rawId: base64url(id), type: 'public-key', clientExtensionResults: {} }
  return {
    id: base64url(id),
    /** The result of `navigator.credentials.create`. */
    create(of: Ceremony) {
      const length = Buffer.alloc(2)
      length.writeUInt16BE(id.length)
      const data = Buffer.concat([authenticatorData(of, 0x41), Buffer.alloc(16), length, id, key])
      const size = Buffer.alloc(2)
      size.writeUInt16BE(data.length)
      // The bytes are { fmt: 'none', attStmt: {}, authData } in CBOR.
      const attestation = Buffer.concat([
        Buffer.from('a363666d74646e6f6e656761747453746d74a068617574684461746159', 'hex'),
        size,
        data,
      ])
      return {
        ...shared,
        response: {
          clientDataJSON: base64url(clientData('webauthn.create', of)),
          attestationObject: base64url(attestation),
          transports: ['internal'],
        },
      }
    },
    /** The result of `navigator.credentials.get`. */
    get(of: Ceremony) {
      const [client, data] = [clientData('webauthn.get', of), authenticatorData(of, 0x01)]
      const signature = sign('sha256', Buffer.concat([data, sha256(client)]), privateKey)
      return {
        ...shared,
        response: {
          clientDataJSON: base64url(client),
          authenticatorData: base64url(data),
          signature: base64url(signature),
          ...(of.userHandle && { userHandle: of.userHandle }),
        },
      }
    },
  }
}
