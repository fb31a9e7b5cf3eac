/** Work for the desk of a demonstration: documents, a conversation, a complaint and a contact message, sent as a player sends them. */
import { randomUUID } from 'node:crypto'
import { crc32, deflateSync } from 'node:zlib'

type Place = { operatorUrl: string; token: string }

export async function seedSupport({ operatorUrl, token }: Place): Promise<void> {
  const post = async (path: string, body: FormData | object) => {
    const isForm = body instanceof FormData
    const answer = await fetch(operatorUrl + path, {
      method: 'POST',
      headers: { authorization: `Bearer ${token}`, ...(!isForm && { 'content-type': 'application/json' }) },
      body: isForm ? body : JSON.stringify(body),
    })
    if (!answer.ok) throw new Error(`POST ${path} answered ${answer.status}: ${(await answer.text()).slice(0, 200)}`)
  }
  for (const [type, name] of [
    ['identity', 'identity-card.png'],
    ['address', 'electricity-bill.png'],
  ] as const) {
    const form = new FormData()
    form.set('type', type)
    form.set('file', new File([new Uint8Array(type === 'identity' ? card() : bill())], name, { type: 'image/png' }))
    await post('/api/player/documents', form)
  }
  for (const text of [
    'Hello, I have uploaded my identity card and a bill. How long does the check take?',
    'My withdrawal waits for it.',
  ])
    await post('/api/support/chat/messages', { id: randomUUID(), text, attachmentIds: [] })
  await post('/api/support/complaints', {
    id: randomUUID(),
    category: 'payments',
    text: 'My withdrawal has been waiting for a week, and nobody has told me why.',
  })
  await post('/api/notification/communications', {
    email: 'visitor@example.com',
    message: 'Good evening. Can I use a card of my company to deposit?',
  })
}

type Box = { x: number; y: number; width: number; height: number; colour: readonly [number, number, number] }

/** A picture of boxes only: nobody mistakes it for a document of a person. */
function card(): Buffer {
  const lines = [90, 140, 190, 260].map((y, at) => box(260, y, at === 0 ? 220 : 300 - at * 30, 22, [92, 104, 120]))
  return picture(
    640,
    400,
    [214, 226, 232],
    [
      box(0, 0, 640, 56, [38, 92, 128]),
      box(40, 90, 180, 220, [170, 182, 190]),
      box(95, 125, 70, 80, [120, 134, 146]),
      box(70, 215, 120, 95, [120, 134, 146]),
      ...lines,
      box(40, 340, 560, 14, [60, 66, 74]),
      box(40, 364, 560, 14, [60, 66, 74]),
    ],
  )
}

function bill(): Buffer {
  const rows = Array.from({ length: 9 }, (_, row) =>
    box(60, 320 + row * 44, row % 3 === 2 ? 240 : 420, 14, [120, 124, 130]),
  )
  return picture(
    560,
    780,
    [250, 249, 245],
    [
      box(60, 60, 160, 60, [214, 150, 60]),
      box(60, 170, 220, 16, [80, 84, 90]),
      box(60, 200, 180, 16, [80, 84, 90]),
      box(60, 230, 200, 16, [80, 84, 90]),
      ...rows,
    ],
  )
}

const box = (x: number, y: number, width: number, height: number, colour: Box['colour']): Box => ({
  x,
  y,
  width,
  height,
  colour,
})

/** A PNG of three bytes a pixel. */
function picture(width: number, height: number, ground: Box['colour'], boxes: Box[]): Buffer {
  const row = 1 + width * 3
  const pixels = Buffer.alloc(row * height)
  for (const each of [{ x: 0, y: 0, width, height, colour: ground }, ...boxes])
    for (let y = each.y; y < each.y + each.height; y++)
      for (let x = each.x; x < each.x + each.width; x++) pixels.set(each.colour, y * row + 1 + x * 3)
  const header = Buffer.alloc(13)
  header.writeUInt32BE(width, 0)
  header.writeUInt32BE(height, 4)
  header.set([8, 2, 0, 0, 0], 8)
  const signature = Buffer.from([0x89, 0x50, 0x4e, 0x47, 0x0d, 0x0a, 0x1a, 0x0a])
  return Buffer.concat([signature, chunk('IHDR', header), chunk('IDAT', deflateSync(pixels)), chunk('IEND')])
}

function chunk(type: string, data = Buffer.alloc(0)): Buffer {
  const length = Buffer.alloc(4)
  length.writeUInt32BE(data.length)
  const body = Buffer.concat([Buffer.from(type, 'latin1'), data])
  const check = Buffer.alloc(4)
  check.writeUInt32BE(crc32(body))
  return Buffer.concat([length, body, check])
}
