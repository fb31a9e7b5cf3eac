/** Writes a small country database in MaxMind's format (version 2.0, IPv4), like those that operators download. */
import { writeFileSync } from 'node:fs'

type Node = { branches: [Branch, Branch] }
type Branch = Node | { country: string } | null

/** `networks`: a prefix such as `203.0.113.0/24` -> the country's code. */
export function writeCountryDatabase(file: string, networks: Record<string, string>): void {
  const root: Node = { branches: [null, null] }
  for (const [prefix, country] of Object.entries(networks)) insert(root, prefix, country)
  const nodes = number(root)
  const records = new Map<string, number>()
  const parts: Buffer[] = []
  for (const country of new Set(Object.values(networks))) {
    records.set(country, Buffer.concat(parts).length)
    parts.push(encode({ country: { iso_code: country } }))
  }
  const valueOf = (branch: Branch): number => {
    if (branch === null) return nodes.length
    return 'country' in branch ? nodes.length + 16 + records.get(branch.country)! : nodes.indexOf(branch)
  }
  const tree = Buffer.alloc(nodes.length * 6)
  nodes.forEach(({ branches }, index) =>
    branches.forEach((branch, side) => tree.writeUIntBE(valueOf(branch), index * 6 + side * 3, 3)),
  )
  const metadata = encode({
    binary_format_major_version: { uint16: 2 },
    binary_format_minor_version: { uint16: 0 },
    build_epoch: { uint32: 1_700_000_000 },
    database_type: 'Test-Country',
    ip_version: { uint16: 4 },
    node_count: { uint32: nodes.length },
    record_size: { uint16: 24 },
  })
  const marker = Buffer.from('\xab\xcd\xefMaxMind.com', 'latin1')
  writeFileSync(file, Buffer.concat([tree, Buffer.alloc(16), ...parts, marker, metadata]))
}

function insert(root: Node, prefix: string, country: string): void {
  const [address, length] = prefix.split('/') as [string, string]
  const bits = address
    .split('.')
    .map((part) => Number(part).toString(2).padStart(8, '0'))
    .join('')
    .slice(0, Number(length))
  let node = root
  for (const [index, bit] of [...bits].entries()) {
    const side = Number(bit) as 0 | 1
    if (index === bits.length - 1) node.branches[side] = { country }
    else {
      const next = node.branches[side]
      const inner: Node = next && 'branches' in next ? next : { branches: [null, null] }
      node.branches[side] = inner
      node = inner
    }
  }
}

function number(node: Node): Node[] {
  return [node, ...node.branches.flatMap((branch) => (branch && 'branches' in branch ? number(branch) : []))]
}

type Value = string | { uint16: number } | { uint32: number } | { [key: string]: Value }

function encode(value: Value): Buffer {
  if (typeof value === 'string') return Buffer.concat([Buffer.from([(2 << 5) | value.length]), Buffer.from(value)])
  if ('uint16' in value && typeof value.uint16 === 'number')
    return Buffer.from([(5 << 5) | 2, value.uint16 >> 8, value.uint16 & 255])
  if ('uint32' in value && typeof value.uint32 === 'number') {
    const bytes = Buffer.alloc(5)
    bytes[0] = (6 << 5) | 4
    bytes.writeUInt32BE(value.uint32, 1)
    return bytes
  }
  const entries = Object.entries(value as Record<string, Value>)
  return Buffer.concat([
    Buffer.from([(7 << 5) | entries.length]),
    ...entries.flatMap(([key, inner]) => [encode(key), encode(inner)]),
  ])
}
