import { spawnSync } from 'node:child_process'
import { join } from 'node:path'
import { expect, test } from 'vitest'

const root = join(import.meta.dirname, '../..')

test.each(['scripts/cluster.ts', 'scripts/cluster-test.ts'])(
  '%s without its packages ends with one sentence that names them',
  (script) => {
    const { status, stdout, stderr } = spawnSync(process.execPath, [script], {
      cwd: root,
      encoding: 'utf8',
      env: { PATH: '/nowhere', POSTGRES_BIN: '/nowhere' },
    })
    expect(status).toBe(1)
    expect(stdout).toBe('')
    expect(stderr.trim().split('\n')).toEqual([
      expect.stringMatching(
        /A cluster needs etcd, .*: apt-get install --no-install-recommends etcd-server patroni haproxy redis-server postgresql-15$/,
      ),
    ])
  },
)

test.each([
  { ci: '', status: 0, sentence: /^Left out\. A cluster needs etcd/ },
  { ci: 'true', status: 1, sentence: /^The test could not be carried out\. A cluster needs etcd/ },
])('the short form without packages ends with $status where CI is "$ci"', ({ ci, status, sentence }) => {
  const ended = spawnSync(process.execPath, ['scripts/cluster-test.ts', 'short'], {
    cwd: root,
    encoding: 'utf8',
    env: { PATH: '/nowhere', POSTGRES_BIN: '/nowhere', CI: ci },
  })
  expect(ended.stderr.trim()).toMatch(sentence)
  expect(ended.status).toBe(status)
})

test.each(['0', 'many'])('%s rounds end with one sentence', (rounds) => {
  const { status, stderr } = spawnSync(process.execPath, ['scripts/cluster-test.ts', rounds], {
    cwd: root,
    encoding: 'utf8',
  })
  expect(status).toBe(1)
  expect(stderr.trim()).toBe(
    'npm run test:cluster [-- rounds | short]: the number of rounds must be a positive whole number.',
  )
})
