/** Orders test files: one that takes long and begins last would leave the other workers without work. */
import { BaseSequencer, type TestSpecification } from 'vitest/node'

/**
 * Files that take over half a minute in `npm test` or `npm run test:long`, the longest first; at the end, small files
 * that take long. All other files follow by size.
 */
export const longestFiles = [
  'tests/product/kill.test.ts',
  'tests/e2e/sportsbook.test.ts',
  'tests/product/start.test.ts',
  'tests/e2e/cashier.test.ts',
  'tests/e2e/stage.test.ts',
  'tests/product/attacks-codes.test.ts',
  'tests/e2e/lobby.test.ts',
  'tests/e2e/wallet.test.ts',
  'tests/e2e/app.test.ts',
  'tests/e2e/visitor.test.ts',
  'tests/e2e/security.test.ts',
  'tests/e2e/readable.test.ts',
  'tests/e2e/profile.test.ts',
  'tests/e2e/journey.test.ts',
  'tests/e2e/sign.test.ts',
  'tests/product/attacks-page.test.ts',
  'tests/e2e/mail.test.ts',
  'tests/product/attacks-money.test.ts',
  'tests/product/attacks-identity-input.test.ts',
  'tests/product/attacks-content.test.ts',
  'tests/product/attacks-input.test.ts',
  'tests/e2e/layout.test.ts',
  'tests/e2e/stage-layout.test.ts',
  'tests/e2e/session-end.test.ts',
  'tests/product/outage.test.ts',
  'tests/product/operations.test.ts',
  'tests/guides/guides.test.ts',
  'tests/chain/attacks-chain.test.ts',
  'tests/e2e/quests.test.ts',
  'tests/e2e/social.test.ts',
  'tests/e2e/phone.test.ts',
  'tests/e2e/walk.test.ts',
  'tests/e2e/addresses.test.ts',
  'server/identity/credentials/sign-in.test.ts',
  'tests/money/kill.test.ts',
  'tests/fuzz/fuzz.test.ts',
  'tests/simulation/simulation.test.ts',
  'server/kernel/db/embedded.test.ts',
  'tests/storm/storm.test.ts',
  'tests/money/backup.test.ts',
  'tests/money/pairs.test.ts',
  'games/studio/open-hands.test.ts',
  'sandbox/sportsbook/trading/trading.test.ts',
  'games/slot-engine/slots.test.ts',
  'scripts/planted-bugs.test.ts',
  'server/partners/payments/btcpay.test.ts',
  'server/partners/payments/generic.test.ts',
  'server/partners/payments/sandbox-pay.test.ts',
  'tests/chain/redaction.test.ts',
  'games/studio/round-row.test.ts',
]

/** A worker keeps its product, browser and sources for all files of a project, so one project runs after another. */
const projects = ['product', 'product-short', 'database', 'unit']

export class LongestFirst extends BaseSequencer {
  override async sort(files: TestSpecification[]): Promise<TestSpecification[]> {
    const bySize = await super.sort(files)
    return bySize.toSorted((one, other) => projectOf(one) - projectOf(other) || placeOf(one) - placeOf(other))
  }
}

const projectOf = ({ project }: TestSpecification): number => projects.indexOf(project.name)

function placeOf({ moduleId }: TestSpecification): number {
  const place = longestFiles.findIndex((file) => moduleId.endsWith(`/${file}`))
  return place === -1 ? longestFiles.length : place
}
