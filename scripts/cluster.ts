/** `npm run cluster`: three machines on this one, with everything they share; Ctrl+C ends and removes it. */
import { demoPassword } from '#server/profile/registration/seed.ts'
import { startCluster } from './cluster/cluster.ts'

try {
  const cluster = await startCluster({ say: console.log })
  const width = Math.max(...cluster.table.map(([what]) => what.length))
  console.log(`\n${cluster.table.map(([what, address]) => `  ${what.padEnd(width)}  ${address}`).join('\n')}`)
  console.log(
    `\n  Demo player: demo@fairhouse.example, ${demoPassword}. Ctrl+C ends the cluster and removes its data.\n`,
  )
} catch (error) {
  console.error(`The cluster did not start. ${(error as Error).message}`)
  process.exit(1)
}
