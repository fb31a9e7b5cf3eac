/** Writes `dist/sbom.json`, the packages of production as a CycloneDX document, from the lock file alone. */
import { mkdirSync, readFileSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { z } from 'zod'
import { runNpm } from './npm.ts'

const Bill = z.looseObject({
  serialNumber: z.string().optional(),
  metadata: z.looseObject({ timestamp: z.string().optional(), component: z.looseObject({ name: z.string() }) }),
})

export function writeBillOfMaterials(): void {
  const root = join(import.meta.dirname, '..')
  const parameters = ['sbom', '--package-lock-only', '--omit=dev', '--sbom-format=cyclonedx', '--sbom-type=application']
  const { output: printed, status } = runNpm(parameters, { cwd: root })
  if (status !== 0) throw new Error('"npm sbom" failed: run it to see why.')
  const bill = Bill.parse(JSON.parse(printed))
  // Without these two, the same lock file gives the same document, whenever and wherever it is built.
  delete bill.serialNumber
  delete bill.metadata.timestamp
  bill.metadata.component.name = JSON.parse(readFileSync(join(root, 'package.json'), 'utf8')).name
  mkdirSync(join(root, 'dist'), { recursive: true })
  writeFileSync(join(root, 'dist', 'sbom.json'), `${JSON.stringify(bill, null, 2)}\n`)
}
