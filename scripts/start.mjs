/** `npm start`. This is plain JavaScript, so that an old Node prints a message instead of a syntax error. */
const major = Number(process.versions.node.split('.')[0])
if (major < 24) {
  console.error(
    `Fairhouse needs Node 24 and this is ${process.version}. On Linux "npm ci" installs it; elsewhere install Node 24 and run "npm start" again.`,
  )
  process.exit(1)
}
const mode = process.argv[2] === 'dev' ? 'dev' : 'start'
if (mode === 'dev') process.env.CHECK_LOCKS ??= 'true'
const { start } = await import('../server/main.ts')
await start({ mode })
