/** DocFX, at its edges. @module */
import assert from 'node:assert/strict'
import { describe, test } from 'node:test'
import { readerOf } from '../../../../test/support/conversion/dialect-context.ts'

const read = readerOf(['docfx'])
const files = {
  'a.cs': '// <Main>\n    Main();\n// </Main>\n#region Other\nother\n#endregion\n',
  'b/code.md':
    ':::image source="h.png" alt-text="g":::\n\n[!code[](../a.cs#Other)]\n\n[!INCLUDE [](part.md)]\n',
  'b/part.md': '---\nx: 1\n---\nb [c](c.md)\n',
}

describe('DocFX', () => {
  const cases: readonly [fact: string, document: string, expected: string][] = [
    ['includes files in a sentence', 'a [!INCLUDE [x](b/part.md)] d', 'a b [c](b/c.md) d'],
    [
      'shows code by its name',
      '[!code-csharp[](a.cs?name=Main&highlight=1)]',
      '```csharp\nMain();\n```',
    ],
    ['shows code by its region', '[!code-csharp[](a.cs#Other)]', '```csharp\nother\n```'],
    ['shows code by its lines', '[!code[](a.cs#L2-L2)]', '```cs\nMain();\n```'],
    [
      'shows code between colons',
      '- a\n\n  :::code language="c" source="a.cs" range="2,5":::',
      '- a\n\n  ```c\n      Main();\n  other\n  ```',
    ],
    [
      'keeps what stands in tabs',
      '# [A](#tab/a)\n\nb\n\n## [C](#tab/c)\n\n```\n***\n```\n\n***\n\nd',
      '<details name=tabs><summary>A</summary>\n\nb\n\n</details>\n\n<details name=tabs><summary>C</summary>\n\n```\n***\n```\n\n</details>\n\nd',
    ],
    [
      'keeps rows and zones',
      ':::row:::\n:::column span="2":::\na\n:::column-end:::\n:::row-end:::\n::: zone pivot="b"\nc\n::: zone-end',
      'a\n\n**b**\n\nc',
    ],
    ['keeps monikers', '::: moniker range=">= a-6.0"\n\nb\n\n::: moniker-end', 'b'],
    [
      'tells tabs of one name apart',
      '# [A](#tab/a/x)\n\nb\n\n# [A](#tab/a/y)\n\nc\n\n---',
      '<details name=tabs><summary>A (x)</summary>\n\nb\n\n</details>\n\n<details name=tabs><summary>A (y)</summary>\n\nc\n\n</details>',
    ],
    [
      'keeps a long description',
      ':::image type="complex" source="a.png" alt-text="b":::\nc\n:::image-end:::',
      '![b](a.png)\n\nc',
    ],
    [
      'reads code and images of an included file from its folder',
      '[!INCLUDE [x](b/code.md)]',
      '![g](b/h.png)\n\n```cs\nother\n```\n\nb [c](b/c.md)',
    ],
    [
      'keeps tabs and code whose words have backquotes',
      '# [`A``](#tab/a)\n\nb\n\n# [C`](#tab/c)\n\nd\n\n***\n\n:::code language="c`" source="a.cs" id="Main":::\n\ne',
      '<details name=tabs><summary>A</summary>\n\nb\n\n</details>\n\n<details name=tabs><summary>C</summary>\n\nd\n\n</details>\n\n~~~c`\nMain();\n~~~\n\ne',
    ],
    ['keeps names of programs', '<xref:A.B%2A?x=y>', '`A.B`'],
  ]
  for (const [fact, document, expected] of cases) {
    test(fact, () => assert.equal(read(document, files), expected))
  }

  test('says what part is missing', () => {
    const noticed: string[] = []
    read('[!code-c[](a.cs?name=x)]', files, noticed)
    assert.deepEqual(noticed, ['include-missing a.cs#x:1'])
  })

  test('takes no parameter of a type for the start of a part', () => {
    const noticed: string[] = []
    const files = { 'b.cs': 'List<x> a;\nb;\n' }
    assert.equal(read('[!code-c[](b.cs?name=x)]', files, noticed).trim(), '')
    assert.deepEqual(noticed, ['include-missing b.cs#x:1'])
  })
})
