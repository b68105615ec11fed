/** Examples of GFM for the tests of the conversion and for its measurements. @module */

/** GFM's extensions, by the examples of its specification and what people combine with them. */
export const gfmExamples: readonly string[] = [
  '| foo | bar |\n| --- | --- |\n| baz | bim |',
  '| abc | defghi |\n:-: | -----------:\nbar | baz',
  '| f\\|oo  |\n| ------ |\n| b `\\|` az |\n| b **\\|** im |',
  '| abc | def |\n| --- | --- |\n| bar | baz |\n> bar',
  '| abc | def |\n| --- | --- |\n| bar |\n| bar | baz | boo |',
  '| abc | def |\n| --- | --- |',
  '| a |\n|---|\n| ![i](u) text ![j](v) |',
  '- [ ] foo\n- [x] bar',
  '- [x] foo\n  - [ ] bar\n  - [x] baz\n- [ ] bim',
  '- [ ] task\n- bullet\n- [x] task',
  '1. [ ] numbered\n2. [x] tasks',
  '- [ ] task\n\n  second paragraph\n\n  ```\n  code\n  ```\n- [ ] next',
  '- [ ] ![image](u) in a task\n  - bullet\n    1. number',
  '~~Hi~~ Hello, ~there~ world!',
  'www.commonmark.org/help?a=b. and https://encrypted.google.com/search?q=(a) foo@bar.baz',
  'Note[^1] and note[^b].\n\n[^1]: First.\n[^b]: Second\n\n    - with a list[^1]',
  '[^unused]: Nothing refers to this.',
  '> - > quote in a list in a quote\n>   ***\n>   # heading\n>\n>   | t |\n>   |---|\n>   | c |',
  '1. one\n2. two\n\n   | t |\n   |---|\n   | c |\n\n   after\n3. three',
  '# ![logo](u) Title',
  '[![badge](a)](b) [![badge](c)](d)',
  '---\ntitle: x\n---\n\ntext',
]
