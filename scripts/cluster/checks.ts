/** What holds between nodes without anything being killed: documents, and nodes that do not fit the cluster. */
import { readFileSync } from 'node:fs'
import { setTimeout as sleep } from 'node:timers/promises'
import { formOf, pdf } from '#tests/setup/sample-files.ts'
import { type Bettor, betsPerSecond, openBettors, placeBets } from './bets.ts'
import { cap } from './capped.ts'
import type { Cluster } from './cluster.ts'
import { drill } from './drill.ts'
import { startNode } from './processes.ts'
import { ask } from './visits.ts'

/** `measured`: what else there is to say. */
export type Check = {
  name: string
  faults(cluster: Cluster, bettors: Bettor[], measured: (figure: string) => void): Promise<string[]>
}

export const documents: Check = {
  name: 'a document that is uploaded at one node is read at each',
  async faults({ machines }, [bettor]) {
    const { token } = bettor!
    const headers = { authorization: `Bearer ${token}` }
    const faults: string[] = []
    for (const [index, at] of machines.entries()) {
      const bytes = pdf(`% ${index}\n`)
      const body = formOf({ name: `bill-${index}.pdf`, type: 'application/pdf', bytes })
      const uploaded = await ask(`${at.url}/api/player/documents`, { method: 'POST', headers, body })
      if (!uploaded.ok) {
        faults.push(`${at.name} answered an upload with ${uploaded.status}`)
        continue
      }
      const { id } = (await uploaded.json()) as { id: string }
      for (const other of machines) {
        const read = await ask(`${other.url}/api/player/documents/${id}/file`, { headers })
        const isSame = Buffer.from(await read.arrayBuffer()).equals(bytes)
        if (!read.ok || !isSame) faults.push(`${other.name} answered ${read.status} for a document of ${at.name}`)
      }
    }
    return faults
  },
}

/** A node that must end at its start with a sentence. */
function refuses(what: string, settings: Record<string, string>, sentence: RegExp): Check {
  return {
    name: `a node with ${what} does not start`,
    async faults(cluster) {
      const node = await startNode(await cluster.nodeSettings(settings), () => false)
      const lines = node.output.split('\n').filter((line) => sentence.test(line))
      return [
        ...(node.code === 0 || node.code === null ? ['it started'] : []),
        ...(lines.length === 1 ? [] : [`it said ${JSON.stringify(node.output.slice(-300))}`]),
      ]
    },
  }
}

const aheadMs = 12_000
const clockAhead: Check = {
  name: `a node whose clock is ${aheadMs / 1000} s ahead goes by the database's, and says so`,
  async faults(cluster, [bettor]) {
    const { token } = bettor!
    const shift = `const now = Date.now; Date.now = () => now() + ${aheadMs}`
    const settings = await cluster.nodeSettings({
      NODE_OPTIONS: `--import=data:text/javascript,${encodeURIComponent(shift)}`,
    })
    const url = `http://127.0.0.1:${settings['PORT']}`
    let status = 0
    const { output } = await startNode(settings, async () => {
      const ready = await fetch(`${url}/readyz`).catch(() => null)
      if (!ready?.ok) return false
      // Its tokens would be in the future for the others.
      status = (await fetch(`${url}/api/wallet/accounts`, { headers: { authorization: `Bearer ${token}` } })).status
      return true
    })
    return [
      ...(/clock is 1[12]\d{3} ms ahead of the database's/.test(output) ? [] : ['it said nothing']),
      ...(status === 200 ? [] : [`it answered a player with ${status}`]),
    ]
  },
}

/** Little, so that the database and the proxy are not the limit; on a machine with other work they are. */
const share = 0.05
const [warmMs, measuredMs, clients] = [5_000, 20_000, 12]
const threeNodes: Check = {
  name: `three nodes take at least 2.5 times the bets of one, each with ${share} of a core`,
  async faults(cluster, _bettors, measured) {
    const { machines } = cluster
    // A player for each client: bets of one player wait for each other, and for a node that may not run.
    const bettors = await openBettors(cluster, clients * machines.length)
    const urls = machines.map(({ url }) => url)
    const release = machines.map(({ node }) => cap(node.pid()!, share))
    try {
      const rateOf = async (nodes: string[]): Promise<number> => {
        const load = { clients: clients * nodes.length }
        await betsPerSecond(cluster, nodes, bettors, { ...load, ms: warmMs })
        return betsPerSecond(cluster, nodes, bettors, { ...load, ms: measuredMs })
      }
      // The node that counts no play, alone, so that the others are not favoured.
      const one = await rateOf(urls.slice(2))
      const three = await rateOf(urls)
      measured(`${one.toFixed(0)} and ${three.toFixed(0)} bets a second`)
      return three >= 2.5 * one ? [] : [`only ${(three / one).toFixed(2)} times`]
    } finally {
      for (const each of release) each()
    }
  },
}

const [mostIdle, idleRate] = [0.08, 200]
const idleNode: Check = {
  name: `a node that posts nothing takes at most ${mostIdle} of a core beside ${idleRate} bets a second`,
  async faults(cluster, bettors, measured) {
    const [posting, , idle] = cluster.machines
    const load = placeBets({ ...cluster, siteUrl: posting!.url }, bettors, idleRate)
    try {
      await sleep(warmMs)
      const before = processorSeconds(idle!.node.pid()!)
      await sleep(measuredMs)
      const used = (processorSeconds(idle!.node.pid()!) - before) / (measuredMs / 1000)
      measured(`${used.toFixed(3)} of a core`)
      return used <= mostIdle ? [] : ['it takes more']
    } finally {
      await load.stop()
    }
  },
}

/** Of Linux, which counts in hundredths of a second. */
function processorSeconds(pid: number): number {
  const stat = readFileSync(`/proc/${pid}/stat`, 'utf8')
  const fields = stat.slice(stat.lastIndexOf(')') + 2).split(' ')
  return (Number(fields[11]) + Number(fields[12])) / 100
}

export const checks: Check[] = [
  documents,
  refuses('another SECRET', { SECRET: 'another secret of forty-eight characters, or so' }, /SECRET is not the one/),
  refuses(
    'another store of documents',
    { DOCUMENTS_URL: '', DOCUMENTS_ACCESS_KEY: '', DOCUMENTS_SECRET_KEY: '' },
    /is not the store of documents that this database belongs to/,
  ),
  clockAhead,
  threeNodes,
  idleNode,
  drill,
]
