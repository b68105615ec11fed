/** Markdown of a wanted size, with the mix of constructs that documentation has. @module */

const sentences = [
  'The service reads its options from the environment and from the command line.',
  'Every request carries a **bearer token**, and its `Authorization` header is checked first.',
  'See [the reference](https://example.org/reference) for *all* of the fields.',
  'A commit is answered only after it has reached the disk.',
  'Restart the worker, wait for `ready`, then run the migration again.',
] as const

export function sampleMarkdown(bytes: number, name: string): string {
  const blocks = [`# ${name}`]
  let size = 0
  for (let index = 0; size < bytes; index += 1) {
    const block = sampleBlock(index)
    blocks.push(block)
    size += block.length + 2
  }
  return blocks.join('\n\n').slice(0, Math.max(bytes, name.length + 2))
}

function sampleBlock(index: number): string {
  const sentence = (offset: number): string => sentences[(index + offset) % 5] as string
  switch (index % 8) {
    case 1:
      return `- ${sentence(0)}\n- ${sentence(1)}\n  - ${sentence(2)}`
    case 3:
      return `\`\`\`ts\nconst answer${index} = await send({ index: ${index} })\nif (!answer${index}.ok) throw new Error('refused')\n\`\`\``
    case 5:
      return `## Part ${index}\n\n> ${sentence(3)}`
    case 7:
      return `| Option | Default | Meaning |\n| --- | :-: | --- |\n| \`--a${index}\` | 1 | ${sentence(0)} |\n| \`--b\` | 2 | ${sentence(1)} |`
    default:
      return [0, 1, 2, 3].map(sentence).join(' ')
  }
}
