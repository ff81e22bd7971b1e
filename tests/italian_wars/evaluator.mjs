// Compares the evaluator of the page with answers of the desk: reads what the desk knows in each language, then one
// case a line, from standard input; tells the first differences and how many cases agreed.
import { readFileSync } from 'node:fs';
import { createInterface } from 'node:readline';
import { isDeepStrictEqual } from 'node:util';

const source = readFileSync(process.argv[2], 'utf8');
const { Desk } = await import(`data:text/javascript;base64,${Buffer.from(source).toString('base64')}`);
const desks = {};
const bad = [];
let agreed = 0;

for await (const line of createInterface({ input: process.stdin })) {
  const { desk, lang, table, inputs, options, answer, odds, forces } = JSON.parse(line);
  if (desk) {
    desks[lang] = new Desk(desk);
    continue;
  }
  const mine = forces ? desks[lang].muster(table, ...forces) : desks[lang].ask(table, inputs, options);
  const pairs = [['answer', mine, answer]];
  if (odds) pairs.push(['odds', desks[lang].odds(table, inputs, options), odds]);
  for (const [what, mine, wanted] of pairs) {
    for (const name of Object.keys(wanted)) {
      if (!isDeepStrictEqual(JSON.parse(JSON.stringify(mine[name] ?? null)), wanted[name])) {
        if (bad.length < 8) bad.push({ table, inputs, options, forces, what, name, mine: mine[name], wanted: wanted[name] });
      }
    }
  }
  agreed += 1;
}
console.log(JSON.stringify({ cases: agreed, bad }));
