import { SimplePage } from '../../shell/simple-page.tsx'
import { defineRoute } from '../../render/page.ts'

export const route = defineRoute({
  labels: ['pages'],
  meta: ({ t }) => ({ title: t('profileWalletTitle'), description: t('profileWalletText') }),
  View: Wallet,
})

function Wallet() {
  return <SimplePage page="profileWallet" icon="wallet" />
}
