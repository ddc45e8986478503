package documents
