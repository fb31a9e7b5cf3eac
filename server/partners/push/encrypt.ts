/** Encrypts a message for one browser (RFC 8291), as a single record of the content encoding aes128gcm (RFC 8188). */
import { createCipheriv, createECDH, hkdfSync } from 'node:crypto'

const recordSize = 4096
/** The space for text in a record, whose header has 86 bytes, its tag 16 and its delimiter one. */
export const maxPayloadBytes = recordSize - 86 - 16 - 1

type Keys = {
  /** The browser's, in base64url. */
  p256dh: string
  auth: string
  /** A key pair used only for this message. */
  privateKey: Uint8Array
  salt: Uint8Array
}

/** Throws for a key that is not on the curve. */
export function encryptPush(text: Buffer, { p256dh, auth, privateKey, salt }: Keys): Buffer {
  if (text.length > maxPayloadBytes) throw new Error(`a push message has at most ${maxPayloadBytes} bytes`)
  const receiver = Buffer.from(p256dh, 'base64url')
  const ecdh = createECDH('prime256v1')
  ecdh.setPrivateKey(privateKey)
  const sender = ecdh.getPublicKey()
  const info = Buffer.concat([Buffer.from('WebPush: info\0'), receiver, sender])
  const secret = derive(ecdh.computeSecret(receiver), Buffer.from(auth, 'base64url'), info, 32)
  const key = derive(secret, salt, Buffer.from('Content-Encoding: aes128gcm\0'), 16)
  const nonce = derive(secret, salt, Buffer.from('Content-Encoding: nonce\0'), 12)
  const cipher = createCipheriv('aes-128-gcm', key, nonce)
  const head = Buffer.alloc(21)
  head.set(salt)
  head.writeUInt32BE(recordSize, 16)
  head[20] = sender.length
  // The delimiter byte 2 marks the last record.
  return Buffer.concat([
    head,
    sender,
    cipher.update(text),
    cipher.update(Buffer.from([2])),
    cipher.final(),
    cipher.getAuthTag(),
  ])
}

function derive(secret: Uint8Array, salt: Uint8Array, info: Uint8Array, length: number): Buffer {
  return Buffer.from(hkdfSync('sha256', secret, salt, info, length))
}
