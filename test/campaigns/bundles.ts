/**
 * Campaign: packs this project, bundles programs that use it with esbuild, Rollup and webpack without
 * any settings for it, and runs them. Needs npm's registry.
 * @module
 */
import { execFileSync } from 'node:child_process'
import { mkdirSync, readdirSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { fileURLToPath } from 'node:url'
import { temporaryFolder } from '../support/base/temporary-folder.ts'

const root = fileURLToPath(new URL('../../', import.meta.url))
const folder = temporaryFolder()

const run = (command: string, ...args: readonly string[]): string =>
  execFileSync(command, args, { cwd: folder, encoding: 'utf8', stdio: 'pipe' })
const bin = (path: string): string => join(folder, 'node_modules', path)

const programs = {
  client: `import { checkFolder, importFolder } from 'markport/client'
checkFolder({ paths: ['site'], workingFolder: process.cwd() }).then(({ counts, warnings }) => {
  console.log(typeof importFolder, counts.unchanged, JSON.stringify(warnings))
})`,
  convert: `import { adfToHtml, markdownToAdf } from 'markport/convert'
const markdown = ${JSON.stringify('# A\n\n$$\nx^2\n$$\n\n```js\nlet a = 1\n```\n')}
const html = adfToHtml(markdownToAdf(markdown).adf)
console.log(html.includes('<math'), html.includes('hljs-'))`,
}
const expected = { client: 'function 2 0\n', convert: 'true true\n' }

execFileSync(process.execPath, ['scripts/build.ts'], { cwd: root, stdio: 'inherit' })
execFileSync('npm', ['pack', './build', '--pack-destination', folder], { cwd: root, stdio: 'pipe' })
writeFileSync(join(folder, 'package.json'), '{"private": true}')
const [archive = ''] = readdirSync(folder).filter((name) => name.endsWith('.tgz'))
run(
  'npm',
  'install',
  '--no-audit',
  '--no-fund',
  '--ignore-scripts',
  `./${archive}`,
  'esbuild',
  'rollup',
  'webpack',
  'webpack-cli',
  '@rollup/plugin-node-resolve',
  '@rollup/plugin-commonjs',
)
run(process.execPath, bin('esbuild/install.js'))
// Large Markdown and a template need programs of the package.
const files = {
  'site/_config.yml': 'title: Trial\nversion: 7\n',
  'site/one.md': '# One\n\nVersion {{ site.version }}.\n',
  'site/two.md': `# Two\n\n${'some *words* of a block. '.repeat(4000)}\n`,
}
mkdirSync(join(folder, 'site'))
for (const [name, text] of Object.entries(files)) writeFileSync(join(folder, name), text)

const bundlers: Readonly<Record<string, (entry: string, output: string) => string>> = {
  'esbuild to an ES module': (entry, output) => esbuild(entry, `${output}.mjs`, 'esm'),
  'esbuild to CommonJS': (entry, output) => esbuild(entry, `${output}.cjs`, 'cjs'),
  Rollup: (entry, output) => {
    const plugins = ['-p', 'node-resolve={preferBuiltins:true}', '-p', 'commonjs']
    const args = [
      bin('rollup/dist/bin/rollup'),
      entry,
      '--file',
      `${output}.mjs`,
      '--failAfterWarnings',
    ]
    run(process.execPath, ...args, '--format', 'es', ...plugins)
    return `${output}.mjs`
  },
  webpack: (entry, output) => {
    const settings = ['--target', 'node24', '--mode', 'production', '--fail-on-warnings']
    const args = [bin('webpack-cli/bin/cli.js'), '--entry', `./${entry}`, ...settings]
    run(process.execPath, ...args, '--output-path', join(folder, output))
    return join(output, 'main.js')
  },
}

function esbuild(entry: string, output: string, format: string): string {
  const args = ['--bundle', '--platform=node', '--log-level=warning', `--format=${format}`]
  const said = run(bin('esbuild/bin/esbuild'), entry, ...args, `--outfile=${output}`)
  if (said !== '') throw new Error(said)
  return output
}

let failures = 0
for (const [name, program] of Object.entries(programs)) {
  writeFileSync(join(folder, `${name}.mjs`), program)
  for (const [bundler, bundle] of Object.entries(bundlers)) {
    let result: string
    try {
      const output = bundle(`${name}.mjs`, `out-${name}-${bundler.replaceAll(' ', '-')}`)
      result = run(process.execPath, output)
    } catch (error) {
      const { stdout = '', stderr = '', message } = error as Error & Record<string, string>
      result = `${message}\n${stdout}${stderr}`
    }
    const isRight = result === expected[name as keyof typeof expected]
    failures += isRight ? 0 : 1
    process.stdout.write(
      `${isRight ? 'ok  ' : 'FAIL'} ${name}, ${bundler}\n${isRight ? '' : result}`,
    )
  }
}
process.exitCode = failures === 0 ? 0 : 1
