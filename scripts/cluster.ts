/** `npm run cluster`: three machines on this one, with everything they share; Ctrl+C ends and removes it. */
import { demoPassword } from '#server/profile/registration/seed.ts'
import { startCluster } from './cluster/cluster.ts'

try {
  const interrupted = new Promise<void>((resolve) => {
    process.once('SIGINT', resolve)
    process.once('SIGTERM', resolve)
  })
  const cluster = await startCluster({ say: console.log })
  const width = Math.max(...cluster.table.map(([what]) => what.length))
  console.log(`\n${cluster.table.map(([what, address]) => `  ${what.padEnd(width)}  ${address}`).join('\n')}`)
  console.log(
    `\n  Demo player: demo@fairhouse.example, ${demoPassword}. Ctrl+C ends the cluster and removes its data.\n`,
  )
  await interrupted
  console.log('Stopping …')
  await cluster.stop()
  process.exit(0)
} catch (error) {
  console.error(`The cluster did not start. ${(error as Error).message}`)
  process.exit(1)
}
