/**
 * @file
 * @brief The bank as a package of QTI 2.1: an item a question, a test a lab, and a manifest.
 *
 * Canvas takes such a package as it is. It reads the type of a question from its item, and that of an order from the
 * manifest alone; it takes a choice for true or false where the response is called TF.
 */
import { mixed } from './bank.mjs';
import { escape, html, inline } from './html.mjs';

const QTI = 'http://www.imsglobal.org/xsd/imsqti_v2p1',
  CP = 'http://www.imsglobal.org/xsd/imscp_v1p1';
const HEAD = '<?xml version="1.0" encoding="UTF-8"?>\n';
const identifier = (q) => `q-${q.id}`;

const declare = (id, cardinality, type, values) =>
  `<responseDeclaration identifier="${id}" cardinality="${cardinality}" baseType="${type}">` +
  `<correctResponse>${values.map((v) => `<value>${escape(v)}</value>`).join('')}</correctResponse>` +
  `</responseDeclaration>`;
/* 1 where the answer is the right one; a test multiplies it by the points of the question. */
const judge = (id) =>
  `<responseProcessing><responseCondition><responseIf>` +
  `<match><variable identifier="${id}"/><correct identifier="${id}"/></match>` +
  `<setOutcomeValue identifier="SCORE"><baseValue baseType="float">1</baseValue></setOutcomeValue>` +
  `</responseIf></responseCondition></responseProcessing>`;
/* As true or false is told from other choices. */
const judgeTruth = (q) =>
  `<responseProcessing>${['True', 'False']
    .map(
      (value) =>
        `<responseCondition><responseIf>` +
        `<match><variable identifier="TF"/><baseValue baseType="identifier">${value}</baseValue></match>` +
        `<setOutcomeValue identifier="SCORE">` +
        `<baseValue baseType="float">${(value === 'True') === q.answer ? 1 : 0}</baseValue></setOutcomeValue>` +
        `</responseIf></responseCondition>`,
    )
    .join('')}</responseProcessing>`;
const choices = (list) =>
  list.map(([id, text]) => `<simpleChoice identifier="${id}">${inline(text)}</simpleChoice>`).join('');

/* Of each kind: what stands before, in and after the body of its item, and what it is called in a manifest. */
const KINDS = {
  think: (q) => ({
    type: 'extendedTextInteraction',
    before: '<responseDeclaration identifier="RESPONSE" cardinality="single" baseType="string"/>',
    body:
      `<extendedTextInteraction responseIdentifier="RESPONSE" expectedLines="10"/><rubricBlock view="scorer">` +
      `<ul>${q.rubric.map((r) => `<li>${r.points}: ${inline(r.what)}</li>`).join('')}</ul>` +
      `${html(q.answer)}</rubricBlock>`,
    after: '',
  }),
  number: (q) => ({
    type: 'textEntryInteraction',
    before: declare('RESPONSE', 'single', 'integer', [q.answer]),
    body: '<p><textEntryInteraction responseIdentifier="RESPONSE" expectedLength="12"/></p>',
    after: judge('RESPONSE'),
  }),
  truth: (q) => ({
    type: 'choiceInteraction',
    before: declare('TF', 'single', 'identifier', [q.answer ? 'True' : 'False']),
    body: `<choiceInteraction responseIdentifier="TF" shuffle="false" maxChoices="1">${choices([
      ['True', 'True'],
      ['False', 'False'],
    ])}</choiceInteraction>`,
    after: judgeTruth(q),
  }),
  choice: (q) => {
    const list = mixed(q),
      right = list.findIndex((c) => c.right);
    return {
      type: 'choiceInteraction',
      before: declare('RESPONSE', 'single', 'identifier', [`C${right + 1}`]),
      body:
        `<choiceInteraction responseIdentifier="RESPONSE" shuffle="true" maxChoices="1">` +
        `${choices(list.map((c, i) => [`C${i + 1}`, c.text]))}</choiceInteraction>`,
      after: judge('RESPONSE'),
    };
  },
  order: (q) => {
    const list = mixed(q),
      right = list
        .map((c, i) => [c.right, `C${i + 1}`])
        .sort((a, b) => a[0] - b[0])
        .map(([, id]) => id);
    return {
      type: 'orderInteraction',
      before: declare('RESPONSE', 'ordered', 'identifier', right),
      body:
        `<orderInteraction responseIdentifier="RESPONSE" shuffle="true">` +
        `${choices(list.map((c, i) => [`C${i + 1}`, c.text]))}</orderInteraction>`,
      after: judge('RESPONSE'),
    };
  },
};

function item(q, title) {
  const kind = KINDS[q.kind](q),
    why = q.why
      ? `<modalFeedback outcomeIdentifier="FEEDBACK" identifier="general_why" showHide="show">` +
        `${html(q.why)}</modalFeedback>`
      : '';
  const named = `identifier="${identifier(q)}" title="${escape(title)}"`;
  const set = (value) => `<defaultValue><value>${value}</value></defaultValue></outcomeDeclaration>`;
  return `${HEAD}<assessmentItem xmlns="${QTI}" ${named} adaptive="false" timeDependent="false">
${kind.before}
<outcomeDeclaration identifier="SCORE" cardinality="single" baseType="float" normalMaximum="1">${set(0)}
<outcomeDeclaration identifier="FEEDBACK" cardinality="single" baseType="identifier">${set('general_why')}
<itemBody><div>${html(q.text)}</div>${kind.body}</itemBody>
${kind.after}${why}
</assessmentItem>
`;
}

const test = (
  lab,
) => `${HEAD}<assessmentTest xmlns="${QTI}" identifier="lab-${lab.number}" title="${escape(lab.title)}">
<testPart identifier="part" navigationMode="nonlinear" submissionMode="simultaneous">
<assessmentSection identifier="section" title="${escape(lab.title)}" visible="false">
${lab.questions
  .map(
    (q) =>
      `<assessmentItemRef identifier="${identifier(q)}" href="${identifier(q)}.xml">` +
      `<weight identifier="points" value="${q.points}"/></assessmentItemRef>`,
  )
  .join('\n')}
</assessmentSection>
</testPart>
</assessmentTest>
`;

const resource = (id, type, href, more, needs) =>
  `<resource identifier="${id}" type="${type}" href="${href}">${more}<file href="${href}"/>` +
  `${needs.map((n) => `<dependency identifierref="${n}"/>`).join('')}</resource>`;
const manifest = (labs) => `${HEAD}<manifest xmlns="${CP}" identifier="sortlab-questions">
<metadata><schema>QTIv2.1 Package</schema><schemaversion>1.0.0</schemaversion></metadata>
<organizations/>
<resources>
${labs
  .flatMap((lab) => [
    resource(`lab-${lab.number}`, 'imsqti_test_xmlv2p1', `lab-${lab.number}.xml`, '', lab.questions.map(identifier)),
    ...lab.questions.map((q) =>
      resource(
        identifier(q),
        'imsqti_item_xmlv2p1',
        `${identifier(q)}.xml`,
        `<metadata><qtiMetadata xmlns="${QTI}"><interactionType>${KINDS[q.kind](q).type}</interactionType>` +
          `</qtiMetadata></metadata>`,
        [],
      ),
    ),
  ])
  .join('\n')}
</resources>
</manifest>
`;

/** The files of the package: [name, text], ... */
export const qti = (labs) => [
  ['imsmanifest.xml', manifest(labs)],
  ...labs.flatMap((lab) => [
    [`lab-${lab.number}.xml`, test(lab)],
    ...lab.questions.map((q) => [`${identifier(q)}.xml`, item(q, `${lab.title}: ${q.id}`)]),
  ]),
];
