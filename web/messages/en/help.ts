// The help page.
export const help = {
  intro: 'Joinery answers questions about a database without SQL. You choose, it asks the database.',
  ideas: [
    {
      title: 'Begin with an entity',
      text: 'An entity is a kind of thing the database keeps: customers, invoices, tracks. Choose one on the home page and its rows appear.',
    },
    {
      title: 'Follow the links',
      text: 'Things point to other things. Under Fields an arrow leads to the one thing behind it (a track has one album), stacked rows lead to many (an artist has many albums). For many, you choose: a list, a count, a sum, or one row each.',
    },
    {
      title: 'Filter in sentences',
      text: 'A filter reads like a sentence: “Title contains rest”. Put several into a group that says all of, any of or none of. To find something by a word, type it under “Rows that contain…”.',
    },
    {
      title: 'Group to see the whole',
      text: 'Group by a field and each of its values becomes one row with counts and sums. The chart draws it.',
    },
    {
      title: 'Trust what you see',
      text: 'Numbers are exact, whatever their length. Empty text and “null” (nothing was ever entered) look different. The count below the table is counted, not guessed.',
    },
    {
      title: 'Share it',
      text: 'The address of the page contains the whole query. Whoever opens it, after logging in as themselves, gets the same question.',
    },
  ],
  keys: 'Keyboard',
  keyGroups: [
    {
      title: 'Everywhere',
      keys: [
        ['Ctrl K', 'Go to anything'],
        ['/', 'Search'],
        ['?', 'This page'],
      ],
    },
    {
      title: 'Query',
      keys: [
        ['f', 'Add a filter'],
        ['t', 'Go to the table'],
        ['Ctrl S', 'Save'],
        ['Ctrl Z', 'Undo the last step: of the query, or in the cells'],
        ['Ctrl Shift Z', 'Redo'],
      ],
    },
    {
      title: 'Table',
      keys: [
        ['↑ ↓ ← →', 'Move from cell to cell; up from the first row is the header'],
        ['Ctrl Home / End', 'First or last cell of the table'],
        ['Enter', 'Preview the record, as clicking its name does; on a header: sort'],
        ['Shift Enter', 'On a header: also sort by it'],
        ['Ctrl Enter', 'Open the record'],
        ['Alt ↓', 'On a header: its menu'],
        ['Alt ← →', 'On a header: move the column'],
        ['Shift ↑ ↓ ← →', 'Select cells'],
        ['Ctrl A', 'Select all cells'],
        ['Ctrl C', 'Copy the selection'],
        ['Any letter, F2', 'Where data can be changed: edit the cell'],
        ['Delete', 'Set the selected cells to null'],
        ['Ctrl X', 'Copy the selection and set it to null'],
        ['Ctrl V', 'Paste a block, from here or from a spreadsheet'],
        ['Ctrl D', 'Fill the selected rows with the values of the first'],
      ],
    },
    {
      title: 'Fields',
      keys: [
        ['→ ←', 'Open or close a link'],
        ['Space', 'Show or remove a field'],
      ],
    },
  ],
  singleKeys: 'Single-key shortcuts',
  singleKeysHint: 'Switch them off if speech input or stray keys trigger them.',
} as const;
