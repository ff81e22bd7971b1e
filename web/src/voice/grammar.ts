/** How a sentence is written; the same signs as in `src/sanssouci/voice/grammar.py` (docs/messages.md). */

/** `{argument}`, `{argument:kind}`; `{count:form|form}` and `{count:=form|form}` have forms. */
export interface Field {
  type: 'field';
  argument: string;
  kind: string | null;
  forms: string[];
  bare: boolean;
}
/** `{nation:?pl are|* is}`: the option whose class, value or plural category is that of the argument. */
export interface Select {
  type: 'select';
  argument: string;
  options: { wanted: string[]; tree: Tree }[];
}
/** `[, with {general}]`: left out where one of its arguments is not told or counts nought. */
export interface Optional {
  type: 'optional';
  tree: Tree;
}
export type Tree = (string | Field | Select | Optional)[];

const known = new Map<string, Tree>();

/** The tree of a sentence. Braces and brackets that open nothing are text. */
export function parse(sentence: string): Tree {
  let tree = known.get(sentence);
  if (!tree) known.set(sentence, (tree = read(sentence)));
  return tree;
}

function read(sentence: string): Tree {
  const tree: Tree = [];
  let text = '';
  let at = 0;
  while (at < sentence.length) {
    let found: Field | Select | Optional | null = null;
    let end = -1;
    if (sentence[at] === '[') {
      end = closing(sentence, at, '[', ']');
      if (end > 0) found = { type: 'optional', tree: parse(sentence.slice(at + 1, end)) };
    } else if (sentence[at] === '{') {
      const start = /^\{([a-z_]+)(:|\})/.exec(sentence.slice(at));
      end = start ? closing(sentence, at, '{', '}') : -1;
      if (start && end > 0)
        found = field(start[1] ?? '', start[2] === ':' ? sentence.slice(at + start[0].length, end) : null);
    }
    if (!found) {
      text += sentence[at++];
      continue;
    }
    if (text) tree.push(text);
    tree.push(found);
    text = '';
    at = end + 1;
  }
  if (text) tree.push(text);
  return tree;
}

/** Where the bracket that opens at `start` is closed, -1 if it is not. */
function closing(sentence: string, start: number, open: string, close: string): number {
  let depth = 0;
  for (let at = start; at < sentence.length; at++) {
    if (sentence[at] === open) depth++;
    else if (sentence[at] === close && --depth === 0) return at;
  }
  return -1;
}

function field(argument: string, kind: string | null): Field | Select {
  if (kind?.startsWith('?')) {
    const options = split(kind.slice(1)).flatMap((option) => {
      const match = /^([\w*-]+(?:,[\w*-]+)*) ([\s\S]*)$/.exec(option);
      return match ? [{ wanted: (match[1] ?? '').split(','), tree: parse(match[2] ?? '') }] : [];
    });
    return { type: 'select', argument, options };
  }
  if (kind?.includes('|')) {
    const bare = kind.startsWith('=');
    return { type: 'field', argument, kind: '', forms: (bare ? kind.slice(1) : kind).split('|'), bare };
  }
  return { type: 'field', argument, kind, forms: [], bare: false };
}

/** Options between bars; a bar inside of a field does not divide. */
function split(options: string): string[] {
  const found = [''];
  let depth = 0;
  for (const sign of options) {
    if ('{['.includes(sign)) depth++;
    else if ('}]'.includes(sign)) depth--;
    if (sign === '|' && depth === 0) found.push('');
    else found[found.length - 1] += sign;
  }
  return found;
}
