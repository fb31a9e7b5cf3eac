/** A WebSocket text frame with a zero mask, which is valid and cheap to make. */
export function maskedFrame(text: string): Buffer {
  const payload = Buffer.from(text)
  const header =
    payload.length < 126
      ? Buffer.from([0x81, 0x80 | payload.length])
      : Buffer.from([0x81, 0x80 | 126, payload.length >> 8, payload.length & 255])
  return Buffer.concat([header, Buffer.alloc(4), payload])
}
