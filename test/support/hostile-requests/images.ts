/** Images within Markdown: by the thousand, as bombs, and larger than they are. @module */
import { deflateSync } from 'node:zlib'
import { hostileSvgs } from '../samples/hostile-svgs.ts'
import { png } from '../samples/images.ts'
import type { HostileKind, HostileRequest } from './kind.ts'
import type { Target } from './target.ts'

const contract = { shape: 'contract', maxAnswerBytes: 10_000_000 } as const

function imports(target: Target, content: string, times = 3): HostileRequest[] {
  const { endpointPath: path, credentials } = target
  const pageTitle = `Images ${content.length}`
  return Array(times).fill({
    path,
    headers: [credentials.api],
    body: target.importBody({ pageTitle, content }),
  })
}

const image = (bytes: Buffer, kind = 'png'): string =>
  `![a](data:image/${kind};base64,${bytes.toString('base64')})\n\n`
const svg = (inside: string): string =>
  image(Buffer.from(`<svg xmlns="http://www.w3.org/2000/svg">${inside}</svg>`), 'svg+xml')

function hugeClaim(): Buffer {
  const claim = Buffer.from(png)
  claim.writeUInt32BE(0x7fffffff, 16)
  claim.writeUInt32BE(0x7fffffff, 20)
  return claim
}

function inflatable(): Buffer {
  const pixels = deflateSync(Buffer.alloc(200_000_000))
  const length = Buffer.alloc(4)
  length.writeUInt32BE(pixels.length)
  return Buffer.concat([
    png.subarray(0, 33),
    length,
    Buffer.from('IDAT'),
    pixels,
    png.subarray(-12),
  ])
}

const laughs = Array.from(
  { length: 20 },
  (_, index) => `<!ENTITY l${index + 1} "${`&l${index};`.repeat(10)}">`,
).join('')

export const images: readonly HostileKind[] = [
  {
    name: 'different images by the thousand',
    requests: (target) => {
      const all = Array.from({ length: 5_000 }, (_, index) =>
        image(Buffer.concat([png, Buffer.from(String(index))])),
      )
      return imports(target, all.join(''))
    },
    holds: contract,
  },
  {
    name: 'one image by the ten thousand',
    requests: (target) => imports(target, image(png).repeat(25_000)),
    holds: contract,
  },
  {
    name: 'one image used by many references',
    requests: (target) =>
      imports(
        target,
        `[a]: ${image(png.subarray()).slice(5, -3)}\n\n${'![][a]\n\n'.repeat(80_000)}`,
      ),
    holds: contract,
  },
  {
    name: 'images that say to be huge',
    requests: (target) => imports(target, image(hugeClaim()).repeat(200)),
    holds: contract,
  },
  {
    name: 'images that inflate',
    requests: (target) => imports(target, image(inflatable()).repeat(8)),
    holds: contract,
  },
  {
    name: 'images of broken base64',
    requests: (target) =>
      imports(target, `![a](data:image/png;base64,${'=A%'.repeat(1_000_000)})\n\n`),
    holds: contract,
  },
  {
    name: 'images of no kind',
    requests: (target) => imports(target, `![a](data:${'image/png;'.repeat(300_000)},x)`),
    holds: contract,
  },
  {
    name: 'SVG images of entities',
    requests: (target) =>
      imports(
        target,
        image(
          Buffer.from(`<!DOCTYPE svg [<!ENTITY l0 "ha">${laughs}]><svg>&l20;</svg>`),
          'svg+xml',
        ),
      ),
    holds: contract,
  },
  {
    name: 'SVG images of uses in uses',
    requests: (target) =>
      imports(
        target,
        svg(
          Array.from(
            { length: 3_000 },
            (_, index) =>
              `<g id="g${index + 1}"><use href="#g${index}"/><use href="#g${index}"/></g>`,
          ).join(''),
        ),
      ),
    holds: contract,
  },
  {
    name: 'SVG images of deep groups',
    requests: (target) => imports(target, svg('<g>'.repeat(100_000) + '</g>'.repeat(100_000))),
    holds: contract,
  },
  {
    name: 'SVG images of one long path',
    requests: (target) => imports(target, svg(`<path d="${'M0 0 '.repeat(600_000)}"/>`)),
    holds: contract,
  },
  {
    name: 'SVG images of long styles',
    requests: (target) =>
      imports(
        target,
        svg(
          `<rect style="${'fill:url( '.repeat(200_000)}"/><style>${'a{'.repeat(300_000)}</style>`,
        ),
      ),
    holds: contract,
  },
  {
    name: 'SVG images of attributes by the thousand',
    requests: (target) =>
      imports(
        target,
        svg(`<rect ${Array.from({ length: 150_000 }, (_, index) => `a${index}="b"`).join(' ')}/>`),
      ),
    holds: contract,
  },
  {
    name: 'SVG images that try to run',
    requests: (target) =>
      imports(target, hostileSvgs.map((one) => image(Buffer.from(one), 'svg+xml')).join('')),
    holds: contract,
  },
]
